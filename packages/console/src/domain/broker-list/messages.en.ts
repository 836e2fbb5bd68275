export const brokerList = {
  counting: 'Counting what matches…',
  stop: 'Stop',
}
