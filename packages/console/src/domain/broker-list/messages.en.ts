import { vocabulary } from '#i18n/vocabulary.en.ts'

export const brokerList = {
  counting: 'Counting what matches…',
  stop: vocabulary.stop,
}
