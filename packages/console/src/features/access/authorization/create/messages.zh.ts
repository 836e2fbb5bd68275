export const zh = {
  title: '创建数据源',
  source: '数据源',
  configuration: '配置',
  cancel: '取消',
  created: '数据源已创建。',
  impact: '它会最先被询问，先于已有的数据源。如需调整，可以在列表中移动。',
}
