import { formatNumber } from '#i18n/format-number.ts'
import { vocabulary } from '#i18n/vocabulary.zh.ts'
import type { Words } from '#i18n/words.ts'
import type * as en from './messages.ts'

export const saveQuestion: Words<typeof en.saveQuestion> = {
  title: '应用这些更改？',
  save: vocabulary.apply,
  notSaved: '未作任何更改。',
}

export const endpointForm: Words<typeof en.endpointForm> = {
  settings: vocabulary.settings,
  loading: '正在读取设置……',
  changedMeanwhile: '未发送：在您编辑期间，有人在 Broker 上更改了这些设置。',
  neverAnswered: (detail: string) =>
    `${detail}若某个节点无法应用更改，Broker 将不再应答之后的更改：请在健康检查中查看是哪个节点，并在该节点上运行“emqx ctl conf cluster_sync status”。`,
  listChanged: '未发送：有人在此期间更改了该列表。请查看当前列表后重试。',
  rowGone: '未发送：该条目在此期间已被更改或删除。',
  rowIncomplete: '未发送：该条目不完整。',
  listFull: (max: number) => `Broker 最多接受 ${formatNumber(max)} 条。`,
  add: vocabulary.add,
  save: vocabulary.save,
  edit: vocabulary.edit,
  remove: vocabulary.delete,
  removeTitle: vocabulary.confirmDelete,
  moveUp: '上移',
  moveDown: '下移',
  isFirst: '已是第一条。',
  isLast: '已是最后一条。',
}
