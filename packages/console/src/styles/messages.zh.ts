export const zh = {
  close: '关闭',
  dismiss: '关闭通知',
}
