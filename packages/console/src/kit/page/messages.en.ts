export const en = {
  path: 'Path',
}
