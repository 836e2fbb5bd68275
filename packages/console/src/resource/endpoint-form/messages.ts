import { formatNumber } from '#i18n/format-number.ts'
import { vocabulary } from '#i18n/vocabulary.ts'

export const saveQuestion = {
  title: 'Apply these changes?',
  save: vocabulary.apply,
  notSaved: 'Nothing was changed.',
}

export const endpointForm = {
  settings: vocabulary.settings,
  loading: 'Reading the settings …',
  changedMeanwhile:
    'Nothing was sent: somebody changed these settings on the broker while you were editing them.',
  neverAnswered: (detail: string) =>
    `${detail} If a node cannot apply a change, the broker answers no later change: look at Health for the node, and run “emqx ctl conf cluster_sync status” there.`,
  listChanged:
    'Nothing was sent: somebody has changed this list meanwhile. Look at it as it is now, then try again.',
  rowGone: 'Nothing was sent: this entry has been changed or removed meanwhile.',
  rowIncomplete: 'Nothing was sent: the entry is not complete.',
  listFull: (max: number) => `The broker takes at most ${formatNumber(max)} of them.`,
  add: vocabulary.add,
  save: vocabulary.save,
  edit: vocabulary.edit,
  remove: vocabulary.delete,
  removeTitle: vocabulary.confirmDelete,
  moveUp: 'Move up',
  moveDown: 'Move down',
  isFirst: 'It is the first one.',
  isLast: 'It is the last one.',
}
