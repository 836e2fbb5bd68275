export const zh = {
  filters: '筛选条件',
  filter: '筛选',
  filterCount: (count: string) => `筛选，已启用 ${count} 项`,
  match: (label: string) => `${label}的匹配方式`,
  exact: '等于',
  contains: '包含',
  any: '不限',
  from: (label: string) => `${label}不早于`,
  to: (label: string) => `${label}不晚于`,
  apply: '应用',
  clear: '清除',
}
