import { vocabulary } from '#i18n/vocabulary.zh.ts'
import type { Words } from '#i18n/words.ts'
import type * as en from './messages.ts'

export const styles: Words<typeof en.styles> = {
  close: vocabulary.close,
  dismiss: '关闭通知',
}
