import { vocabulary } from '#i18n/vocabulary.zh.ts'
import type { Words } from '#i18n/words.ts'
import type * as en from './table-views.ts'

export const tableViews: Words<typeof en.tableViews> = {
  none: '还没有视图。视图把此列表的筛选、排序和列以一个名称保存在此浏览器中。',
  addressOf: (view: string) => `${view} 的地址`,
  deleteView: (view: string) => `删除视图 ${view}`,
  leave: '不使用视图显示列表',
  name: vocabulary.name,
  address: vocabulary.address,
  optional: '可选',
  addressHelp: '复制来的此列表的视图地址，也可来自其他集群。留空则保存列表当前的样子。',
  nameMissing: '请输入名称',
  tooMany: '此列表已有 50 个视图，请先删除一个。',
  otherAddress: '这不是此列表的地址',
  addressTooLong: '地址过长',
  noRoom: '浏览器没有空间保存此视图',
  save: '保存视图',
  replace: '替换视图',
}
