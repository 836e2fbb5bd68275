export const zh = {
  added: '新增',
  removed: '移除',
  unchanged: (_count: number, shown: string) => `${shown} 行相同`,
  more: (count: string) => `另有 ${count} 行未显示`,
}
