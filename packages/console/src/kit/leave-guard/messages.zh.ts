export const zh = {
  title: '离开页面？',
  body: '所做的更改可能不会被保存',
  leave: '离开',
}
