export const zh = {
  path: '路径',
}
