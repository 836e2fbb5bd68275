import { vocabulary } from '#i18n/vocabulary.zh.ts'

export const rules = {
  title: vocabulary.rules,
  label: vocabulary.rules,
  member: vocabulary.id,
  summary: (_: number, shown: string) => `${shown} 条规则`,
  emptyTitle: '暂无规则',
  emptyText: '规则用 SQL 选取消息或事件，加以转换，并把结果交给它的动作。',
  noneMatch: '没有符合筛选条件的规则',
  create: vocabulary.create,
  from: '数据来源',
  note: vocabulary.note,
  actions: vocabulary.actions,
  changed: '修改时间',
  disabling: '禁用后它不再匹配任何消息，其动作也不会执行。',
  removeBody: '它所选取的消息和事件将不再被处理。',
}
