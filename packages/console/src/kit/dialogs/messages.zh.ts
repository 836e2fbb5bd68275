export const zh = {
  cancel: '取消',
  typeName: (name: string) => `输入 ${name} 以确认`,
  nameDiffers: '请先按显示的内容准确输入名称',
  progress: (done: string, total: string) => `已完成 ${done}/${total}`,
  progressOf: (title: string) => `进度：${title}`,
  abort: '停止',
  stopping: '进行中的请求结束后停止',
  close: '关闭',
  failures: (count: string) => `${count} 项失败`,
  notBegun: (count: string) => `${count} 项未开始`,
  retryFailed: (count: string) => `重试失败的 ${count} 项`,
  moreFailures: (count: string) => `另有 ${count} 项`,
}
