import { vocabulary } from '#i18n/vocabulary.en.ts'

export const styles = {
  close: vocabulary.close,
  dismiss: 'Dismiss notification',
}
