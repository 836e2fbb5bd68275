export const en = {
  close: 'Close',
  dismiss: 'Dismiss notification',
  showPassword: 'Show or hide the password',
  clear: 'Clear',
}
