import { vocabulary } from '#i18n/vocabulary.zh.ts'

export const styles = {
  close: vocabulary.close,
  dismiss: '关闭通知',
}
