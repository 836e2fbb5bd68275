import { formatNumber } from '#i18n/format-number.ts'
import { vocabulary } from '#i18n/vocabulary.zh.ts'
import type { Words } from '#i18n/words.ts'
import type * as en from './code-editor.ts'
export const codeEditor: Words<typeof en.codeEditor> = {
  problems: (count: number) => `${formatNumber(count)} 个问题`,
  problemList: '问题',
  goTo: (line: number, column: number) => `第 ${line} 行第 ${column} 列：`,
  more: (count: number) => `再显示 ${formatNumber(count)} 个`,
  place: (line: string, column: string) => `第 ${line} 行，第 ${column} 列`,
  size: (_lines: number, lineCount: string, _characters: number, characterCount: string) =>
    `${lineCount} 行，${characterCount} 个字符`,
  find: '查找',
  format: '格式化代码',
  unreadable: '未格式化：请先更正错误',
}

/** The editor's own messages, by their English text. */
export const editorPhrases: Words<typeof en.editorPhrases> = {
  Completions: '补全',
  'Control character': '控制字符',
  Find: '查找',
  Replace: '替换为',
  next: '下一个',
  previous: '上一个',
  all: '全选',
  'match case': '区分大小写',
  regexp: '正则表达式',
  'by word': '整词',
  replace: vocabulary.replace,
  'replace all': '全部替换',
  close: '关闭查找',
  'current match': '当前匹配',
  'on line': '位于第',
  'replaced match on line $': '已替换第 $ 行的匹配',
  'replaced $ matches': '已替换 $ 处',
  'Fold line': '折叠',
  'Unfold line': '展开',
  'folded code': '已折叠的文本',
  unfold: '展开',
  'Folded lines': '已折叠第',
  'Unfolded lines': '已展开第',
  to: '至',
  'Go to line': '转到行',
  go: '转到',
}
