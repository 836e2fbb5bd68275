import { formatNumber } from '#i18n/format-number.ts'
import { vocabulary } from '#i18n/vocabulary.zh.ts'
import type { Words } from '#i18n/words.ts'
import type { BadByte } from './find-bad-byte.ts'
import type * as en from './messages.ts'

export const checkedImport: Words<typeof en.checkedImport> = {
  submit: vocabulary.import,
  checking: (share: string) => `正在检查文件：${share}`,
  checkProgress: '检查进度',
  stillChecking: '正在检查文件',
  bad: (_count: number, shown: string) => `${shown} 行无法导入，只发送其余的行。`,
  badRows: '无法导入的行',
  failedRows: 'Broker 拒绝的行',
  inLine: (line: string) => `第 ${line} 行`,
  inColumn: (line: string, column: string) => `第 ${line} 行第 ${column} 列`,
  inEntry: (entry: string, line: string | undefined) =>
    line === undefined ? `第 ${entry} 项` : `第 ${entry} 项（第 ${line} 行）`,
  atLine: (line: number, reason: string) => `第 ${formatNumber(line)} 行：${reason}`,
  moreBad: (count: string) => `另有 ${count} 行`,
  downloadBad: '下载未发送的行',
  downloadMissing: '下载未导入的行',
  sendProgress: '导入进度',
  stop: vocabulary.stop,
  notUtf8: ({ line, column, byte }: BadByte) =>
    `文件不是 UTF-8 文本：第 ${formatNumber(line)} 行第 ${formatNumber(column)} 个字符是字节 ${byte}。电子表格保存的文件常为 Latin-1、Windows-1252 或 GBK，请另存为 UTF-8。`,
  unreadable: '浏览器无法读取文件：选择之后它被移动或锁定。',
  openQuote: '从这里开始的引号没有结束。',
  afterQuote: '结束引号与逗号之间有多余的文本。',
  fieldCount: (has: number, needs: number) =>
    `有 ${formatNumber(has)} 个字段，而标题行有 ${formatNumber(needs)} 个。`,
  semicolons: '字段之间使用了分号，必须使用逗号。',
  notJson: (why: string) => `不是 JSON：${why}`,
  entryFault: (at: number, { line, column }: Record<'line' | 'column', number>, why: string) =>
    `第 ${formatNumber(at)} 项，第 ${formatNumber(line)} 行第 ${formatNumber(column)} 个字符：${why}`,
  notExpected: (found: string) => `此处不能是 ${found}。文本需要双引号，true、false 和 null 必须小写。`,
  entryEnds: '此处缺少内容。',
  cutOff: '列表没有结束。',
  afterEnd: ({ line, column }: Readonly<Record<'line' | 'column', number>>) =>
    `第 ${formatNumber(line)} 行第 ${formatNumber(column)} 个字符：列表结束之后还有文本。`,
  resultTitle: '导入完成',
  close: vocabulary.close,
}
