import { vocabulary } from '#i18n/vocabulary.ts'

export const packageUpload = {
  choose: 'Choose file',
  none: 'No file chosen',
  noFile: 'Please upload the file first',
  emptyFile: 'The file is empty.',
  abort: 'Cancel upload',
  progress: 'Upload progress',
  uploading: (share: string) => `Uploading: ${share}`,
  checking: 'The broker checks the package.',
  uploadFailed: vocabulary.uploadFailed,
}
