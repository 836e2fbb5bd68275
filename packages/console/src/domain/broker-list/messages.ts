import { vocabulary } from '#i18n/vocabulary.ts'

export const brokerList = {
  counting: 'Counting what matches…',
  stop: vocabulary.stop,
}
