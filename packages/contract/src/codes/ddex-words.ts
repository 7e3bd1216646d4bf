/**
 * The words of DDEX for people's parts in a recording, for ERN 4.3 to 4.3.2. A test compares them with the lists of DDEX
 * if those are available. `UserDefined` is not among them: it marks a word of our own.
 */

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/))

/** Allowed-value set ContributorRole. */
export const ddexRoles: ReadonlySet<string> = words(`
  AAndRAdministrator AAndRCoordinator Accompanyist Actor Adapter AdditionalEngineer AdditionalMixingEngineer
  AdditionalPerformer AdditionalProgrammingEngineer AdditionalStudioProducer AnchorPerson AnimalTrainer Animator
  Annotator Announcer Architect Armourer Arranger ArtCopyist ArtDirector Artist ArtistBackgroundVocalEngineer
  ArtistVocalEngineer ArtistVocalSecondEngineer AssistantCameraOperator AssistantChiefLightingTechnician
  AssistantConductor AssistantDirector AssistantEditor AssistantEngineer AssistantProducer AssistantVisualEditor
  AssociateProducer AssociatedPerformer AuralTrainer Author AuthorInQuotations AuthorOfAfterword BackgroundVocalist
  BalanceEngineer BandLeader Binder BindingDesigner BookDesigner BookProducer BookPublisher BookjackDesigner
  BookplateDesigner BroadcastAssistant BroadcastJournalist Calligrapher CameraOperator Carpenter Cartographer
  Cartoonist CastingDirector Causeur Censor ChiefLightingTechnician Choir ChoirMember Choreographer ChorusMaster
  CircusArtist ClapperLoader ClubDJ CoDirector CoExecutiveProducer CoMixer CoMixingEngineer CoProducer ColorSeparator
  Comedian Commentator CommissioningBroadcaster CompilationProducer Compiler Composer ComposerLyricist
  ComputerGraphicCreator ComputerProgrammer Conceptor ConcertMaster Conductor Consultant ContinuityChecker Contractor
  CopyrightClaimant CopyrightHolder Correspondent CostumeDesigner CoverDesigner Creator DJ Dancer Delineator Designer
  DialogueAuthor DialogueCoach DialogueDirector DigitalAudioWorkstationEngineer DigitalEditingEngineer
  DigitalEditingSecondEngineer DirectStreamDigitalEngineer Director Dissertant DistributionCompany Draughtsman Dresser
  Dubber Editor EditorInChief EditorOfTheDay Encoder Engineer Engraver Ensemble Etcher ExecutiveProducer Expert
  Facsimilist FightDirector FilmDirector FilmDistributor FilmEditor FilmProducer FilmSoundEngineer FloorManager
  FocusPuller FoleyArtist FoleyEditor FoleyMixer GraphicArtist GraphicAssistant GraphicDesigner Greensman Grip
  GroupMember GuestConductor Hairdresser Illustrator ImmersiveMasteringEngineer ImmersiveMixingEngineer
  InitialProducer InterviewedGuest Interviewer Journalist KeyCharacter KeyGrip KeyTalent LandscapeArchitect
  LeadPerformer LeadVocalist Leadman Librettist LightingDirector LightingTechnician Lithographer LocationManager
  Lyricist MakeUpArtist Manufacturer MasteringEngineer MasteringSecondEngineer MatteArtist MetalEngraver Mime Mixer
  MixingEngineer MixingSecondEngineer MusicArranger MusicCopyist MusicDirector MusicGroup MusicPublisher Musician
  Narrator NewsProducer NewsReader NewspaperPublisher NonLyricAuthor NotSpecified Orchestra OrchestraMember
  OriginalArtist OriginalPublisher OverdubEngineer OverdubSecondEngineer Painter Performer PeriodicalPublisher
  Photographer PhotographyDirector PlateMaker PlaybackSinger Playwright PostProducer PreProduction
  PreProductionEngineer PreProductionSecondEngineer Presenter PrimaryMusician ProductionAssistant ProductionCompany
  ProductionCoordinator ProductionDepartment ProductionManager ProductionSecretary ProgramProducer Programmer
  ProgrammingEngineer ProjectEngineer PropertyManager PublishingDirector Puppeteer Pyrotechnician RecordingEngineer
  RecordingSecondEngineer Redactor ReissueProducer RemixedArtist Remixer RemixingEngineer RemixingSecondEngineer
  Repetiteur Reporter ResearchTeamHead ResearchTeamMember Researcher Restager Reviewer Rigger
  RightsControllerOnProduct Rubricator Runner ScenicOperative ScientificAdvisor ScreenplayAuthor ScriptSupervisor
  Sculptor SecondAssistantCameraOperator SecondAssistantDirector SecondConductor SecondEngineer SecondUnitDirector
  SeriesProducer SetDesigner SetDresser SignLanguageInterpreter Soloist SoundDesigner SoundMixer SoundRecordist
  SoundSupervisor Speaker SpecialEffectsTechnician Sponsor StageAssistantEngineer StageDirector StageEngineer
  StoryTeller StringEngineer StringProducer StringsDirector StudioConductor StudioMusician StudioPersonnel
  StudioProducer Stunts SubArranger SubLyricist SubPublisher SubstitutedPublisher SubtitlesEditor SubtitlesTranslator
  SupportingActor SurroundMixingEngineer SurroundMixingSecondEngineer TapeOperator TechnicalDirector Tonmeister
  TrackingEngineer TrackingSecondEngineer TransfersAndSafetiesEngineer TransfersAndSafetiesSecondEngineer Translator
  TransportationManager Treatment/ProgramProposal TypeDesigner Unknown VideoDirector VideoMusicalDirector
  VideoProducer Videographer VisionMixer VisualEditor VisualEffectsTechnician VocalArranger VocalEditingEngineer
  VocalEditingSecondEngineer VocalEngineer VocalProducer VocalSecondEngineer Vocalist VoiceActor Wardrobe WoodEngraver
  Woodcutter WriterOfAccompanyingMaterial
`)

/** Allowed-value set InstrumentType. */
export const ddexInstruments: ReadonlySet<string> = words(`
  12-StringElectricGuitar 12-StringGuitar 5-StringBanjo Accordion AcousticBassGuitar AcousticGuitar AcousticKeyboard
  AfricanHarp AfricanPercussion AgogoBells Alboka Alpenhorn AltoClarinet AltoCrumhorn AltoFlute AltoHorn AltoRecorder
  AltoSackbut AltoSaxophone AltoShawm AltoTrombone AltoViol AndeanHarp Angklung AnimalSounds Anvil Apito Applause
  ArchLute Arghul ArpeggiatingSynth Atumpan Aulochrome Autoharp BabyBass Baglama Bagpipes BahianGuitar BajoSexto
  Balafon Balalaika Bandoneon Bandura Bandurria Banhu Banjo BanjoGuitar Banjolin Bansuri BaritoneGuitar BaritoneHorn
  BaritoneOboe BaritoneSaxophone BaroqueBassoon BaroqueCello BaroqueClarinet BaroqueFlute BaroqueGuitar BaroqueOboe
  BaroqueRecorder BaroqueViola BaroqueViolin BarrelOrgan Baryton Bass BassBanjo BassCittern BassClarinet
  BassDrum(Concert) BassDrum(Kick) BassDulcian BassFlute BassGuitar BassHarmonica BassOboe BassRebec BassRecorder
  BassSackbut BassSaxophone BassShawm BassTrombone BassTrumpet BassTuba BassViol BassetClarinet BassetHorn
  BassoDaBraccio Bassoon Bata Bawu BellTree Bells Bendir Berimbau BicyclePump BinghiDrum BirdSong BirdWhistle Biwa
  Bodhran BodyPercussion Bombard Bombo BomboLeguero Bones Bongos BosunsWhistle Bottles Bouzouki BowedStrings BoyVoice
  Bozoq BrassInstrument BrazilianPercussion Breakbeat BufoBass Bugle Cabasa Caixa Caja Cajon Calabash Calliope
  CarSounds Carillon Castanet Cavaquinho Caxixi Celesta Cello CelloBanjo CelticHarp Chalumeau Chamberlin ChapmanStick
  Charango Chatter ChewingSounds ChildVoice ChildrensBackgroundVocalist Chimes Chocalho Choir ChromaticButtonAccordion
  ChromaticHarmonica ChurchBells Cimbalom Cimbasso Citole Cittern Clapstick Clarinet ClarinoTrumpet Claves Clavichord
  Clavinet Claypot Comb ConcertHarp Concertina ConchShell Congas ContraAltoClarinet ContrabassClarinet
  ContrabassRecorder ContrabassSarrusophone ContrabassSaxophone ContrabassTrombone Contrabassoon Cordovox Cornet
  Cornetto Cowbell Craviola Crotales Crumhorn Crwth Cuatro Cuica Cumbus Cymbal(Crash) Cymbal(Ride) Cymbal(Suspended)
  Cymbals Daegeum Daf Damaru DanBau DanTranh Davul Dayereh Defi Dhol Dholak Dictophone Didgeridoo Dilruba Diple Dizi
  Djembe DobroGuitar Dohol Dombra Domra DoubleBass DoubleHarp DoubleViolin DoublebassViol Doumbek Dranyen Drum DrumKit
  DrumMachine DrumSample DrumSticks Duduk Duggi Dulcian Dulcitone Dungchen Dunun Dutar Dzuddahord Ektara
  Electric6StringViolin ElectricBassGuitar ElectricCello ElectricGuitar ElectricHarp ElectricMandolin ElectricOrgan
  ElectricPiano ElectricSitar ElectricViola ElectricViolin ElectroAcousticHurdyGurdy ElephantBell EnglishHorn Ennanga
  EpinetteDesVosges Erhu Esraj Euphonium FemaleBackgroundVocalist FemaleVoice Fiddle Fife FingerClicks FingerCymbals
  FingerSnaps Fiscorn Flabiol Flageolet Flexatone Floyera Flugelhorn Flute FolkHarp FolkloricPercussion FootStomp
  Fortepiano FrenchHorn FretlessBassGuitar Frog FryingPanGuitar Fujara Gadulka Gambang Gamelan Ganga Gardon Gasba
  Gayageum Gemshorn GermanFlute Ghaita Ghaychak GirlVoice Gittern Gizmo GlassHarmonica GlassHarp Glockenspiel Gong
  GrandPiano GreatBassRecorder GroupBackgroundVocalists Guacharaca Guache Guanzi Guira Guiro Guitar Guitarron Gunshots
  Guqin Gusli Guzheng Gyaling Haegeum HammeredDulcimer HammeredStrings HammondOrgan HandBells HandChimes HandClaps
  HardangerFiddle Harmonica Harmonium Harp Harpsichord Heckelphone Helicon HeraldTrumpet HiHatCymbal HighlandPipes
  HohnerGuitaret Horn HotFountainPen Huapanguera HurdyGurdy IrishBouzouki IrishLowWhistle Jagdhorn Jakhay JamBlock
  JaranaJarocha Jawbone Jawharp JewsHarp Jinghu Jug Kacapi Kalimba Kanjira Kantele Kanun Katsa Kaval Kazoo Kemenche
  Kendang Keyboard KeyedTrumpet Khamak Khartal Khene Khim Khlui Khol KhongWongLek KhongWongYai Klavier Knuckles Kora
  Koto Kugo Langeleik Laouto LapSteelGuitar LatinPercussion Launeddas LeadVocalist Leona Lirone Lithophone Lokole
  LowreyOrgan Lur Lute Lutheal LyraViol Lyre Madal MagneticTapeTreatments MaleBackgroundVocalist MaleVoice Mandocello
  Mandola Mandolele Mandolin Mandolino Mandore Maracas Marimba Marimbaphone Marimbula Marxophone Mazhar Mbira
  MedievalFiddle MedievalHarp Mellophone Mellotron Melodeon Melodica MetalCans Mijwiz MiniatureKhene
  MixedBackgroundVocalist MixedVoice Mizmar MohanVeena MouthOrgan MouthPercussion Mridangam Muharsing Musette MusicBox
  MusicalBow Naal Nadaswaram Nagara Nai NativeAmericanFlute NaturalHorn NaturalTrumpet NeutralVoice NeyFlute Ngoni
  Njarka Nyatiti Nyckelharpa NylonStringGuitar Oboe OboeDAmore OboeDaCaccia OboromDrum Ocarina Octoban Omnichord
  OndesMartenot Ophicleide Optigan OrchestralHit OrchestralPercussion Organ Organistrum Orpharion OtherInstrument Oud
  PaddleDrums Paixiao PanFlute Pandeiro Pandura ParaguayanHarp Pedabro PedalSteelGuitar PercussionInstrument
  PercussionSection Phin Phonofiddle Pi Pianet Piano PianoAccordion PianoHarp Pianola PiccoloBass PiccoloClarinet
  PiccoloFlute PiccoloTrumpet Pinkillu Pipa PipeOrgan PitchedPercussionInstrument PluckedDulcimer PluckedStrings
  PocketTrumpet PoliceWhistle PongLang PortugueseGuitar PositiveOrgan PostHorn PotsAndPans PreparedPiano Psaltery
  PumpOrgan Pungi Qarkabeb Quena Quenacho Rabel Rackett Rainstick Ranat Ratchet Rattle Rauschpfeife Rebab Rebec
  RecoReco RecordNoise Recorder ReedInstrument Regal RenaissanceGuitar Repinique Rhodes RhythmStick Riq Rnga Rolmo
  RomanticGuitar Rondador Rototoms Ruan Sabar Sackbut SampledKeyboard Sampler SandBlocks Santoor Sarangi Sarod
  Sarrusophone Saung Saw SawDuang Saxophone Scratcher Serpent Shaker Shakuhachi Shamisen Shawm Shekere Shelltone
  Shenai Sheng Sho Shofar ShrutiBox ShviWhistle Siku Simsimiyya SingingBowls Sintir Siren Sistrum Sitar Slapstick
  SleighBells SlideSaxophone SlideTrumpet SlideWhistle SnareDrum SnareDrum(Marching) SopraninoRecorder
  SopraninoSaxophone SopranoClarinet SopranoCornet SopranoCrumhorn SopranoDomra SopranoDulcian SopranoRecorder
  SopranoSaxophone SopranoShawm SopranoTrumpet Sordun SoundDesign SoundEffects Sousaphone SpectrasonicsOmnisphere
  Spinet Spoons SpringDrum SquarePiano SteelDrums Sticks StringInstrument StringSection StrohlViolin Suling Suona
  Surbahar Surdo Swarmandal SynthBass SynthBrass SynthChoir SynthFX SynthLead SynthPad SynthSteelDrums SynthStrings
  Synthesizer Taal Taarija Tabla Tabor TackPiano Taiko TalkingDrum Tambora Tamborim Tambour Tambourine Tambura Tamtam
  Tanbour Tanpura TaongaPuoro Tar(Percussion) Tar(String) Tarka Tarogato Tarol TempleBell TempleBlocks TenorBanjo
  TenorCrumhorn TenorDrum TenorDulcian TenorFlute TenorGuitar TenorRebec TenorRecorder TenorSackbut TenorSaxophone
  TenorShawm TenorTrombone TenorViol Thavil Theorbo Theremin ThunderSheet TibetanBells Timbales Timbau Timpani Timple
  TinWhistle Tingsha Tiple TogamanGuitarViol Tompak Toms TongueDrum TouchGuitar ToyAccordion ToyPiano TrainSounds
  Treatments TrebleRebec TrebleViol Tres Triangle TrombaMarina Trombone Trumpet Tuba Tumbi Turntable Tusselfloyte
  Txalaparta Tzouras Udu UilleanPipes Ukulele UliUli UnintendedArtifacts UnpitchedPercussionInstrument UprightBass
  UprightPiano Urumee VakoOrchestron Valiha ValveTrombone Veena VenezuelanHarp VeracruzHarp ViTar Vibraphone Vibraslap
  VichitraVeena Vielle Vihuela Viol Viola ViolaCaipira ViolaDAmore ViolaDaGamba ViolaPomposa Violin ViolinoPiccolo
  Virginals Voice Vuvuzela WagnerTuba Washboard WashtubBass Waterphone WelshTripleHarp WillowFlute WindChimes
  WindInstrument WindMachine WindSection WireStrungHarp WobbleBoard WoodBlock WoodFlute WoodTrumpet Wot Xalam Xaphoon
  Xiao Xun Xylophone Xylorimba Yangqin YayliTambur Yokin Yueqin Zerbaghali Zeze Zhonghu Zither Zummara Zurna
  ZydecoRubboard
`)
