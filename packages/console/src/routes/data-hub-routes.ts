import { area, route } from './route.ts'

/** What is asked and made of messages before anybody gets them. In the order of the menu. */
export const dataHub = area({
  title: { en: 'Smart data hub', zh: '智能数据中心' },
  purpose: { en: 'Check and change messages on their way', zh: '在消息传递途中检查和转换消息' },
  icon: 'M2.5 8h3M10.500 8h3M5.500 4.500h5v7h-5zM7 8l.8.8L9.300 7',
  routes: {
    validations: route({
      path: '/schema-validation',
      page: 'data-hub/validations/validations-page',
      title: { en: 'Schema validation', zh: 'Schema 验证' },
      purpose: { en: 'Keep back messages that fail a check', zh: '拦截未通过检查的消息' },
      find: { en: 'check JSON Avro Protobuf SQL drop invalid', zh: '校验 检查 JSON Avro Protobuf SQL 丢弃' },
      icon: 'M3 2.500h10v11H3zM5.500 8l1.800 1.800L10.500 6.500',
      asks: ['schemaValidations.list', 'schemaValidations.metrics'],
      isEnterprise: true,
    }),
    createValidation: route({
      path: '/schema-validation/create',
      page: 'data-hub/validations/create-validation-page',
      within: 'validations',
      asks: ['schemaValidations.get'],
      isEnterprise: true,
    }),
    validation: route({
      path: '/schema-validation/detail/$name',
      page: 'data-hub/validations/validation-page',
      within: 'validations',
      visits: [{ name: 'sample_range' }],
      asks: ['rules.list', 'schemaValidations.get', 'schemaValidations.metrics'],
      isEnterprise: true,
    }),
    transformations: route({
      path: '/message-transform',
      page: 'data-hub/transformations/transformations-page',
      title: { en: 'Message transformation', zh: '消息转换' },
      purpose: { en: 'Change messages before anybody receives them', zh: '在订阅者收到之前修改消息' },
      find: {
        en: 'payload topic QoS user property encode decode',
        zh: '转换 Payload 主题 用户属性 编码 解码',
      },
      icon: 'M2.500 5h8M8 2.500L10.500 5 8 7.500M13.500 11h-8M8 8.500L5.500 11 8 13.500',
      asks: ['messageTransformations.list', 'messageTransformations.metrics'],
      isEnterprise: true,
    }),
    createTransformation: route({
      path: '/message-transform/create',
      page: 'data-hub/transformations/create-transformation-page',
      within: 'transformations',
      asks: ['messageTransformations.get'],
      isEnterprise: true,
    }),
    transformation: route({
      path: '/message-transform/detail/$name',
      page: 'data-hub/transformations/transformation-page',
      within: 'transformations',
      visits: [{ name: 'sample_tag' }],
      asks: ['messageTransformations.get', 'messageTransformations.metrics', 'rules.list'],
      isEnterprise: true,
    }),
  },
})
