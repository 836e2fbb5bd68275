export const en = {
  cancel: 'Cancel',
  typeName: (name: string) => `Type ${name} to confirm`,
  nameDiffers: 'Type the name exactly as shown first',
  progress: (done: string, total: string) => `${done} of ${total} done`,
  progressOf: (title: string) => `Progress: ${title}`,
  abort: 'Stop',
  stopping: 'Stopping after the requests under way',
  close: 'Close',
  failures: (count: string) => `${count} failed`,
  notBegun: (count: string) => `${count} not begun`,
  retryFailed: (count: string) => `Retry ${count} failed`,
  moreFailures: (count: string) => `and ${count} more`,
}
