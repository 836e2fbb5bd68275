// breaks: numbers, vocabulary, vocabulary, voice, voice, words
import { vocabulary } from '#i18n/vocabulary.ts'

export const beta = {
  title: 'Alpha',
  found: (count: number) => `${count} found`,
  line: (line: number) => `line ${line}`,
  keep: vocabulary.save,
  save: 'Save',
  once: 'Again',
  twice: 'Again',
  thrice: 'Again',
  other: 'Again',
  first: 'Every client is let in',
  second: (name: string) => `It cannot be told whether ${name} is here`,
}
