import { Injectable } from '@nestjs/common';
import { Urls } from '../../kernel/urls/urls.js';
import type { UserDto } from './dto/user.dto.js';
import type { UserEntity } from './user.entity.js';

@Injectable()
export class UserPresenter {
  constructor(private readonly urls: Urls) {}

  present(user: UserEntity): UserDto {
    return {
      object: 'user',
      id: user.id,
      displayName: user.displayName,
      email: user.email,
      ...(user.photoUrl === null ? {} : { photoURL: user.photoUrl }),
      urls: { location: this.urls.api('users', user.id) },
    };
  }
}
