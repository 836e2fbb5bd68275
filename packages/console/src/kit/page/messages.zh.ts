export const zh = {
  path: '路径',
  production: '生产环境',
  staging: '预发环境',
  development: '开发环境',
}
