import { vocabulary } from '#i18n/vocabulary.zh.ts'
import type { Words } from '#i18n/words.ts'
import type * as en from './messages.ts'

export const packageUpload: Words<typeof en.packageUpload> = {
  choose: '选择文件',
  none: '未选择文件',
  noFile: '请先上传文件',
  emptyFile: '文件为空。',
  abort: '取消上传',
  progress: '上传进度',
  uploading: (share: string) => `正在上传：${share}`,
  checking: 'Broker 正在检查程序包。',
  uploadFailed: vocabulary.uploadFailed,
}
