export const styles = {
  close: 'Close',
  dismiss: 'Dismiss notification',
}
