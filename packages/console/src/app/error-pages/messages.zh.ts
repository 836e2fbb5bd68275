export const zh = {
  notFoundTitle: '页面不存在',
  notFound: '找不到该页面',
  toOverview: '前往概览',
  chunkFailed: '资源加载失败',
  cssFailed: '样式加载失败',
  chunkHint: '应用的一部分无法加载：网络可能中断，或页面打开期间 Brokerdeck 已更新。',
  reload: '重新加载页面',
  errorOccurred: '发生错误',
  errorHint: '此页面无法显示，应用的其他部分仍可使用。',
  retry: '重试',
  details: '详情',
}
