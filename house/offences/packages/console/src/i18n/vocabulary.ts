// breaks: vocabulary
export const vocabulary = { save: 'Save', unused: 'Unused' }
