export const en = {
  filters: 'Filters',
  filter: 'Filter',
  filterCount: (count: string) => `Filter, ${count} active`,
  match: (label: string) => `How ${label} is matched`,
  exact: 'is exactly',
  contains: 'contains',
  any: 'Any',
  from: (label: string) => `${label}, at or after`,
  to: (label: string) => `${label}, at or before`,
  apply: 'Apply',
  clear: 'Clear',
}
