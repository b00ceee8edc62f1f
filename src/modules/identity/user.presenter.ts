import { Injectable } from '@nestjs/common';
import { Urls } from '../../kernel/urls/urls.js';
import type { UserDto } from './dto/user.dto.js';
import type { UserEntity } from './user.entity.js';

/** What an answer tells of a user. */
export type PresentedUser = Pick<UserEntity, 'id' | 'email' | 'displayName' | 'photoUrl'>;

@Injectable()
export class UserPresenter {
  constructor(private readonly urls: Urls) {}

  present(user: PresentedUser): UserDto {
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
