import { Body, Controller, Get, Param, Patch } from '@nestjs/common';
import { type Actor, CurrentActor } from '../../kernel/auth/actor.js';
import { ExtensionOperation } from '../../kernel/openapi/operation.js';
import { UserDto } from '../identity/dto/user.dto.js';
import { UpdateUserDto } from './dto/update-user.dto.js';
import { ProfilesService } from './profiles.service.js';

@Controller('v1/users/:userId')
export class ProfilesController {
  constructor(private readonly profiles: ProfilesService) {}

  @ExtensionOperation({ id: 'getUserById', summary: 'Get a user', description: 'Yourself, and whoever is in an organization with you.', answer: UserDto })
  @Get()
  get(@CurrentActor() actor: Actor, @Param('userId') userId: string): Promise<UserDto> {
    return this.profiles.get(actor, userId);
  }

  @ExtensionOperation({ id: 'updateUserById', summary: 'Update a user', description: 'Only yourself.', answer: UserDto, errors: [413, 415] })
  @Patch()
  update(@CurrentActor() actor: Actor, @Param('userId') userId: string, @Body() body: UpdateUserDto): Promise<UserDto> {
    return this.profiles.update(actor, userId, body);
  }
}
