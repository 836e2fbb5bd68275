export const zh = {
  close: '关闭',
  dismiss: '关闭通知',
  showPassword: '显示或隐藏密码',
  clear: '清除',
}
