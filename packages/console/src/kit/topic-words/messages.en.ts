export const en = {
  empty: 'Please enter topic',
  tooLong: 'A topic has at most 65,535 bytes',
  nullCharacter: 'A topic cannot contain the character NUL',
  notUtf8: 'This cannot be written as UTF-8',
  wildcard: 'A topic to publish to cannot contain + or #',
  hashNotLast: '# is only allowed as the last level',
  hashNotAlone: '# must be a level of its own',
  plusNotAlone: '+ must be a level of its own',
  shareNameEmpty: 'The share group has no name: $share/group/filter',
  shareNameWildcard: 'The name of a share group cannot contain + or #',
  shareFilterEmpty: 'There is no filter after the share group: $share/group/filter',
}
