export const en = {
  close: 'Close',
  dismiss: 'Dismiss notification',
}
