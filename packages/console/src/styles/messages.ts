import { vocabulary } from '#i18n/vocabulary.ts'

export const styles = {
  close: vocabulary.close,
  dismiss: 'Dismiss notification',
}
