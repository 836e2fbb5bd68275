export const en = {
  counting: 'Counting what matches…',
  stop: 'Stop',
}
