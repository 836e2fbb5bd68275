export const en = {
  title: 'Leave page?',
  body: 'Changes that you made may not be saved',
  leave: 'Leave',
}
