export const en = {
  documentTitle: 'Login · Brokerdeck',
  title: 'Log in to Brokerdeck',
  username: 'Username',
  password: 'Password',
  usernameRequired: 'Username is required',
  passwordRequired: 'Password is required',
  logIn: 'Log in',
  forgot: 'Forgot the password?',
  forgotHint: 'Set a new one on a machine that runs the broker:',
  forgotEmbedded:
    'This is the embedded broker: start brokerdeck with --admin-password and a new data directory.',
  loggedOut: 'Logged out',
  loggedOutElsewhere: 'Logged out in another tab',
  expired: 'Login has expired, please login again',
  waitsFor: (name: string) =>
    `What ${name} has not saved yet is kept in this tab: log in as ${name} to go on. Anybody else begins anew.`,
  passwordChanged: 'Changing Password Successfully',
  passwordChangedHint: 'Log in with the new password.',
  details: 'Details',
  defaultTitle: 'Change the default password',
  defaultIntro: (username: string) =>
    `“${username}” still has the password that every new broker is delivered with. Anyone who knows it can take over the cluster.`,
  changePassword: 'Change password and log in',
  skip: 'Skip for now',
  skipHint: 'You will be asked again at the next login.',
}
