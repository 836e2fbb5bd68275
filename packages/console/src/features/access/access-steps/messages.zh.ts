export const zh = {
  steps: '步骤',
  added: '已添加',
  addedReason: '已在链中，每种只能添加一次。',
  nothingLeft: '没有可选择的内容。',
  next: '下一步',
}
