export const zh = {
  compareAs: '对比方式',
  text: '文本',
  hex: '十六进制',
  sortKeys: '忽略键的顺序',
  same: '按此方式对比没有差异。',
}
