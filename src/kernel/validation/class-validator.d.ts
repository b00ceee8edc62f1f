/* The files of class-validator that are used: its index loads every decorator there is, and what those need. */
declare module 'class-validator/cjs/decorator/common/ValidateBy.js' {
  export { ValidateBy } from 'class-validator';
}
declare module 'class-validator/cjs/decorator/common/ValidateIf.js' {
  export { ValidateIf } from 'class-validator';
}
declare module 'class-validator/cjs/decorator/string/IsEmail.js' {
  export { isEmail } from 'class-validator';
}
declare module 'class-validator/cjs/decorator/string/IsFQDN.js' {
  export { isFQDN } from 'class-validator';
}
declare module 'class-validator/cjs/metadata/MetadataStorage.js' {
  export { getMetadataStorage } from 'class-validator';
}
declare module 'class-validator/cjs/validation/Validator.js' {
  export { Validator } from 'class-validator';
}
