import { formatNumber } from '#i18n/format-number.ts'
import { vocabulary } from '#i18n/vocabulary.zh.ts'
import type { Words } from '#i18n/words.ts'
import type * as en from './messages.ts'

export const checkedImport: Words<typeof en.checkedImport> = {
  submit: vocabulary.import,
  checking: (share: string) => `正在检查文件：${share}`,
  checkProgress: '检查进度',
  stillChecking: '正在检查文件',
  bad: (_count: number, shown: string) => `${shown} 行无法导入，只发送其余的行。`,
  badRows: '无法导入的行',
  failedRows: 'Broker 拒绝的行',
  line: '行号',
  entry: '序号',
  moreBad: (count: string) => `另有 ${count} 行`,
  downloadBad: '下载未发送的行',
  downloadMissing: '下载未导入的行',
  sendProgress: '导入进度',
  stop: vocabulary.stop,
  notUtf8: '文件不是 UTF-8 文本。',
  unreadable: '浏览器无法读取文件：选择之后它被移动或锁定。',
  openQuote: '从这里开始的引号没有结束。',
  afterQuote: '结束引号与逗号之间有多余的文本。',
  fieldCount: (has: number, needs: number) =>
    `有 ${formatNumber(has)} 个字段，而标题行有 ${formatNumber(needs)} 个。`,
  notJson: (why: string) => `不是 JSON：${why}`,
  entryFault: (at: number, why: string) => `第 ${formatNumber(at)} 项：${why}`,
  cutOff: '列表没有结束。',
  afterEnd: '列表结束之后还有文本。',
  resultTitle: '导入完成',
  close: vocabulary.close,
}
