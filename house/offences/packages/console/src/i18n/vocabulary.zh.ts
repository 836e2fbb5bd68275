export const vocabulary = { save: '保存', unused: '无用' }
