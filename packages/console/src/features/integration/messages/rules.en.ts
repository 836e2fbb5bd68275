import { plural } from '#i18n/plural.ts'
import { vocabulary } from '#i18n/vocabulary.en.ts'

export const rules = {
  title: vocabulary.rules,
  label: vocabulary.rules,
  member: vocabulary.id,
  summary: (count: number, shown: string) => `${shown} ${plural(count, { one: 'rule', other: 'rules' })}`,
  emptyTitle: 'No rules yet',
  emptyText: 'A rule selects messages or events with SQL, changes them, and hands the result to its actions.',
  noneMatch: 'No rule matches the filters',
  create: vocabulary.create,
  from: 'Source',
  note: vocabulary.note,
  actions: vocabulary.actions,
  changed: 'Changed',
  disabling: 'It matches nothing while it is disabled, and none of its actions run.',
  removeBody: 'Its messages and events are no longer processed.',
}
