export const en = {
  compareAs: 'Compare as',
  text: 'Text',
  hex: 'Hex',
  sortKeys: 'Ignore the order of keys',
  same: 'No difference in this form.',
}
