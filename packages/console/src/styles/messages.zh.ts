export const styles = {
  close: '关闭',
  dismiss: '关闭通知',
}
